/** True when the dragged data may be picture files. Pictures of a web page include markup. */
export function mayHavePictures(
  transfer: Pick<DataTransfer, 'types'> & { items: Iterable<Pick<DataTransferItem, 'kind' | 'type'>> },
): boolean {
  if (!transfer.types.includes('Files') || transfer.types.includes('text/html')) return false
  const files = [...transfer.items].filter(({ kind }) => kind === 'file')
  // Some browsers hide the types before the drop.
  return files.length === 0 || files.some(({ type }) => type === '' || type.startsWith('image/'))
}
