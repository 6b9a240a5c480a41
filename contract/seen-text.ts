/** Whether there is anything to see in a text: one of signs that nobody sees says nothing. */
export function hasVisibleText(text: string): boolean {
  return /[^\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
