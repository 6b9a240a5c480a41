import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './local-storage.ts'

/**
 * Preferences stored in this browser, off by default: `keys-off` disables keyboard shortcuts, `more-by-button` loads
 * the next page of a list with a button instead of on scrolling.
 */
export type Preference = 'keys-off' | 'more-by-button'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isPreferenceOn = (preference: Preference) => readStored(preference) !== null

/** Turns a preference on or off and updates the page at once. */
export function setPreference(preference: Preference, isOn: boolean): void {
  writeStored(preference, isOn ? '1' : '')
  for (const listener of listeners) listener()
}

export function usePreference(preference: Preference): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPreferenceOn(preference),
    () => false,
  )
}
