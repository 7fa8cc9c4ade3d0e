// Follows the system's theme from before the first paint on. The pages that ask a person for permission use it as well.
(() => {
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset.theme = isDark.matches ? 'dark' : 'light';
  };
  isDark.addEventListener('change', apply);
  apply();
})();
