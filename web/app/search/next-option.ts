/**
 * Returns the option after or before the chosen one. Beyond both ends nothing is chosen, and the field's text counts.
 */
export function nextOption(options: readonly string[], chosen: string | undefined, step: 1 | -1): string | undefined {
  const at = chosen === undefined ? -1 : options.indexOf(chosen)
  if (at === -1) return step === 1 ? options[0] : options.at(-1)
  return at + step < 0 ? undefined : options[at + step]
}
