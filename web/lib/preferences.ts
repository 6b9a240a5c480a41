import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './local-storage.ts'

/** Preferences stored in this browser, off by default. */
export type Preference = 'keys-off' | 'more-by-button'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const hasPreference = (preference: Preference) => readStored(preference) !== null

/** Turns a preference on or off and updates the page at once. */
export function setPreference(preference: Preference, isOn: boolean): void {
  writeStored(preference, isOn ? '1' : '')
  for (const listener of listeners) listener()
}

export function usePreference(preference: Preference): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasPreference(preference),
    () => false,
  )
}
