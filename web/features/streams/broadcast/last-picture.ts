let last: { streamId: number; file: File } | null = null

/** Keeps how a stream looked last, until another one has ended. */
export function keepLastPicture(streamId: number, file: File): void {
  last = { streamId, file }
}

/** How a stream of this tab looked last; null where that is not known. */
export const lastPictureOf = (streamId: number) => (last?.streamId === streamId ? last.file : null)
