/** Whether what is dragged may be pictures from outside; pictures of a page bring their markup along. */
export function bringsPictures(
  transfer: Pick<DataTransfer, 'types'> & { items: Iterable<Pick<DataTransferItem, 'kind' | 'type'>> },
): boolean {
  if (!transfer.types.includes('Files') || transfer.types.includes('text/html')) return false
  const files = [...transfer.items].filter(({ kind }) => kind === 'file')
  // Some browsers tell no types before the drop.
  return files.length === 0 || files.some(({ type }) => type === '' || type.startsWith('image/'))
}
