import { expect, type Locator, type Page } from 'playwright/test'
import { freshName, signInAs } from './people.ts'
import type { PictureFile } from './pictures.ts'

/** Opens the upload page as a new member. */
export async function openUpload(page: Page, path = '/upload'): Promise<void> {
  await signInAs(page, freshName('Painter'), path)
  await expect(page.getByRole('heading', { name: 'Upload' })).toBeVisible()
}

export function pickPictures(page: Page, ...files: PictureFile[]): Promise<void> {
  return page.getByLabel('Pictures').first().setInputFiles(files)
}

/** A picture with its form. */
export const uploadCard = (page: Page, { name }: Pick<PictureFile, 'name'>): Locator =>
  page.getByRole('listitem', { name, exact: true })
