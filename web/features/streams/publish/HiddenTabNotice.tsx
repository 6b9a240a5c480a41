import { useEffect, useSyncExternalStore } from 'react'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { toast } from '../../../lib/toast.ts'

/**
 * Notice for browsers that pause the picture while the tab is hidden. The tab's title shows it meanwhile, because the
 * page cannot be seen, and a toast afterwards.
 */
export function HiddenTabNotice() {
  const isHidden = useSyncExternalStore(subscribe, isPageHidden)
  useEffect(() => {
    if (!isHidden) return
    const titleBefore = document.title
    document.title = `Picture paused – ${PRODUCT_NAME}`
    return () => {
      document.title = titleBefore
      if (!isPageHidden()) toast(streamMessages.pictureWasPaused, { kind: 'plain' })
    }
  }, [isHidden])
  return isHidden && <p>{streamMessages.hiddenTab}</p>
}

const isPageHidden = () => document.visibilityState === 'hidden'

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
