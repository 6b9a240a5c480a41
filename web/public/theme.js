// Runs before the first paint, so that a chosen theme never flashes; web/lib/theme.ts changes it later.
;(() => {
  const colours = { light: '#f2f2f3', gray: '#4d5052', dark: '#161616' }
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage may be forbidden; the system's choice stands.
  }
  if (!colours[theme]) theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]').content = colours[theme]
})()
// Key presses before the application listens; web/app/shortcuts/early-keys.ts handles them then.
window.earlyKeys = []
addEventListener('keydown', (event) => window.earlyKeys?.push(event))
