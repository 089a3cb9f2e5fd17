// Runs before the first paint, so that a dark page never flashes white. A file of its own: the content security policy
// allows no inline scripts. The key is the one under which the interface keeps the choice.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage may be refused; the device then decides.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
