/** How many sketches are in an album, in words. */
export function itemsText(items: number): string {
  return items === 1 ? '1 sketch' : `${items.toLocaleString('en')} sketches`
}
