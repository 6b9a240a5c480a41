import { useSyncExternalStore } from 'react'

/** State kept outside of React. Components read it with `useStore`; subclasses change it with `setState`. */
export class Store<State extends object> {
  readonly #listeners = new Set<() => void>()
  #state: State

  constructor(state: State) {
    this.#state = state
  }

  /** Returns the current state: the same object until something changes. */
  readonly state = (): State => this.#state

  /** Calls a listener after each change until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Replaces the state without notifying listeners, for a store that is no longer rendered. */
  protected resetState(state: State): void {
    this.#state = state
  }

  protected setState(changed: Partial<State>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

/** Returns the state of a store, or undefined while there is no store. */
export function useStore<State extends object>(store: Store<State>): State
export function useStore<State extends object>(store: Store<State> | null): State | undefined
export function useStore<State extends object>(store: Store<State> | null): State | undefined {
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.state())
}

const subscribeToNothing = () => () => undefined
