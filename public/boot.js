// What a page needs before its own scripts, and where they do not come. A file of its own: the content security policy
// allows no inline scripts.

// Before the first paint, so that a dark page never flashes white. The key is the one under which the interface keeps the
// choice.
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

// Says so where the scripts of the page cannot be loaded, with the line cut or after an update: it would stay empty. In
// both languages, for which was chosen is known to those scripts.
;(function () {
  function isEmpty(root) {
    return [].every.call(root.childNodes, function (node) {
      return node.nodeType === 1 ? node.tagName === 'NOSCRIPT' : !/\S/.test(node.data || '')
    })
  }
  function add(parent, name, text, language) {
    var element = document.createElement(name)
    element.textContent = text
    if (language) element.lang = language
    parent.append(element)
    return element
  }
  function tell() {
    var root = document.getElementById('root')
    if (!root || !isEmpty(root)) return
    var notice = document.createElement('section')
    notice.setAttribute('role', 'alert')
    notice.dataset.bootTrouble = ''
    notice.style.cssText =
      'max-width: 32rem; margin: 15vh auto 0; padding: 0 20px; font: 1rem/1.5 system-ui, sans-serif'
    add(
      notice,
      'p',
      'The page could not be loaded: there is no connection, or Palimpsest has just been updated.',
      'en',
    )
    add(notice, 'p', 'Puslapio įkelti nepavyko: nėra ryšio arba „Palimpsest“ ką tik atnaujinta.', 'lt')
    var button = add(notice, 'button', '')
    button.type = 'button'
    button.style.cssText = 'min-height: 44px; padding: 0 18px; font: inherit; cursor: pointer'
    add(button, 'span', 'Reload', 'en')
    button.append(' · ')
    add(button, 'span', 'Įkelti iš naujo', 'lt')
    button.addEventListener('click', function () {
      location.reload()
    })
    root.append(notice)
  }
  // What the page names itself tells of its failure without bubbling; what its first script asks for is a promise.
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) tell()
    },
    true,
  )
  addEventListener('unhandledrejection', tell)
})()
