/** Handler of the keys that open suggestions use; true if the key had an effect. */
export type SuggestionKeys = (key: string) => boolean

/** Address of a search for sketches. */
export const searchAddress = (query: string) => `/search?${new URLSearchParams({ query })}`
