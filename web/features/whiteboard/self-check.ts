/** So often a board that is looked at is checked. */
const CHECK_EACH_MS = 60_000

/** Checks every minute, and whenever one comes back to this page, as long as it is looked at; answers what ends it. */
export function checkOften(check: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') check()
  }
  const each = setInterval(look, CHECK_EACH_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(each)
    document.removeEventListener('visibilitychange', look)
  }
}
