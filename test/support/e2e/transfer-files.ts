import type { Page } from 'playwright/test'
import type { PictureFile } from './pictures.ts'

/** Dispatches a drop or paste event with files. */
export async function transferFiles(page: Page, event: 'drop' | 'paste', files: PictureFile[]): Promise<void> {
  const carried = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
  await page.evaluate(
    ([event, carried]) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of carried) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      const how = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...how, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...how, clipboardData: transfer }),
      )
    },
    [event, carried] as const,
  )
}
