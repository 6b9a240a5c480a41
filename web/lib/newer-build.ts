import { PRODUCT_NAME } from '../../contract/product.ts'
import { toast } from './toast.ts'

const NEWER_BUILD = `${PRODUCT_NAME} was updated. Reload the page to continue.`

/**
 * Offers to reload after a failure that a newer build of the site explains: a file that is gone, a reply of another
 * shape. The application's scripts are named by their content, which names all other files.
 */
export async function offerReloadIfOutdated(): Promise<void> {
  const own = document.querySelector<HTMLElement>('[data-scripts]')?.dataset.scripts
  const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
  if (!own || !response?.ok || (await response.text()).includes(own)) return
  toast(NEWER_BUILD, { kind: 'error', action: { label: 'Reload', onAction: () => location.reload() } })
}
