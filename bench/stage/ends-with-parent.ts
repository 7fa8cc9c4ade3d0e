// Preloaded into processes that would not notice by themselves that their parent process has ended.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 1000).unref();
