import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './stored.ts'

/** Choices of this browser that are off until they are made. */
export type Choice = 'keys-off' | 'more-by-button'

const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isChosen = (choice: Choice) => readStored(choice) !== null

/** Makes or takes back a choice; what shows it on this page follows at once. */
export function choose(choice: Choice, chosen: boolean): void {
  writeStored(choice, chosen ? '1' : '')
  for (const listener of listeners) listener()
}

/** Whether a choice is made, as it changes. */
export function useChoice(choice: Choice): boolean {
  return useSyncExternalStore(
    listen,
    () => isChosen(choice),
    () => false,
  )
}
