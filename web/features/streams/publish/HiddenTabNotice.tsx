import { useEffect, useSyncExternalStore } from 'react'
import { PRODUCT_NAME } from '../../../../contract/product.ts'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { toast } from '../../../lib/toast.ts'

/**
 * Notice for browsers that pause the picture while the tab is hidden. While it is hidden, the tab's title says so, and
 * afterwards a toast.
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
