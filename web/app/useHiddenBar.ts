import { useEffect, useLayoutEffect } from 'react'

const TAKES_TEXT =
  'textarea, [contenteditable=""], [contenteditable="true"], input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit], [type=reset], [type=file], [type=color])'

/** A smaller difference between window and visible part is a toolbar of the browser, not the keyboard. */
const KEYBOARD_MIN_PX = 120

/** Delay after typing. The bar must not appear under a finger that presses a button beside the field. */
const RETURN_MS = 300

/** Hides the bottom bar on the whiteboard, and while a field takes text unless its on-screen keyboard was closed. */
export function useHiddenBar(isBoard: boolean): void {
  useLayoutEffect(() => {
    if (!isBoard) return
    setHidden(true)
    return () => setHidden(false)
  }, [isBoard])
  useEffect(() => (isBoard ? undefined : hideWhileTyping()), [isBoard])
}

/** `data-bottom-bar` on the root also makes the style property `--bottom-bar` 0. */
function setHidden(isHidden: boolean): void {
  if (isHidden) document.documentElement.dataset.bottomBar = 'hidden'
  else delete document.documentElement.dataset.bottomBar
}

function hideWhileTyping(): () => void {
  let wasKeyboardOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = () => {
    const isKeyboardOpen = keyboardHeight() > KEYBOARD_MIN_PX
    const isField = document.activeElement?.matches(TAKES_TEXT) === true
    wasKeyboardOpen = isField && (wasKeyboardOpen || isKeyboardOpen)
    clearTimeout(timer)
    if (isField && (isKeyboardOpen || !wasKeyboardOpen)) setHidden(true)
    else timer = setTimeout(setHidden, RETURN_MS, false)
  }
  // The click follows when a focused field was removed, which sends no event of its own.
  const events = ['focusin', 'focusout', 'click']
  for (const event of events) document.addEventListener(event, update)
  visualViewport?.addEventListener('resize', update)
  update()
  return () => {
    clearTimeout(timer)
    for (const event of events) document.removeEventListener(event, update)
    visualViewport?.removeEventListener('resize', update)
    setHidden(false)
  }
}

/** Height that the on-screen keyboard covers. */
function keyboardHeight(): number {
  return visualViewport ? innerHeight - visualViewport.height * visualViewport.scale : 0
}
