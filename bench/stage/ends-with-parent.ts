// Loaded before the script of a process that would not notice by itself that whoever started it is gone.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 1000).unref();
