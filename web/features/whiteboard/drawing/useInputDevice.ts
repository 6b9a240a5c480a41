import { useEffect, useState } from 'react'

/** `mouse` includes the keyboard. */
export type InputDevice = 'mouse' | 'touch' | 'pen'

const TAKES_TEXT = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, [contenteditable]'

/** The device of the last input; before any, a guess by the browser's main pointer. */
export function useInputDevice(): InputDevice {
  const [device, setDevice] = useState<InputDevice>(() => (matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse'))
  useEffect(() => {
    const listeners = new AbortController()
    const options = { signal: listeners.signal, capture: true, passive: true }
    const point = ({ pointerType }: PointerEvent) => setDevice(deviceOf(pointerType))
    document.addEventListener('pointerdown', point, options)
    document.addEventListener('pointermove', point, options)
    document.addEventListener('wheel', () => setDevice('mouse'), options)
    const press = ({ target }: KeyboardEvent) => {
      // A phone's keyboard writes into fields only.
      if (!(target instanceof Element && target.closest(TAKES_TEXT))) setDevice('mouse')
    }
    document.addEventListener('keydown', press, options)
    return () => listeners.abort()
  }, [])
  return device
}

export const deviceOf = (pointerType: string): InputDevice =>
  pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
