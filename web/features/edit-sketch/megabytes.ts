/** A number of bytes as people say it: `3.4 MB`, `12 KB`. */
export function megabytes(bytes: number): string {
  return bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
}
