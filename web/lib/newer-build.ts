import { PRODUCT_NAME } from '../../contract/product.ts'
import { toast } from './toast.ts'

const NEWER_BUILD = `${PRODUCT_NAME} was updated. Reload the page to continue.`

/**
 * Offers to reload after a failure that a newer build of the site can cause: a missing file, or a reply that does not
 * match its schema. A newer build has other script names, because they contain a hash of their content.
 */
export async function offerReloadIfOutdated(): Promise<void> {
  const own = document.querySelector<HTMLElement>('[data-scripts]')?.dataset.scripts
  const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
  if (!own || !response?.ok || (await response.text()).includes(own)) return
  toast(NEWER_BUILD, { kind: 'error', action: { label: 'Reload', onAction: () => location.reload() } })
}
