import { Component, type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { toast } from '../lib/toast.ts'

const NOT_LOADED = 'That could not be loaded. Please check your connection and try again.'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Why a part is not there: its file could not be loaded. */
class LoadError extends Error {}

/** Loads when it is first shown, as React's `lazy` does; what could not be loaded is loaded again when it is next shown. */
function renewed<Props extends object>(load: Load<Props>): () => ComponentType<Props> {
  const make = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        // A file that a browser could not fetch it does not ask for again while the page is there.
        if (!navigator.onLine) throw new Error('there is no network')
        return await load()
      } catch (cause) {
        Part = make()
        throw new LoadError('a part could not be loaded', { cause })
      }
    }) as unknown as ComponentType<Props>
  let Part = make()
  return () => Part
}

/** A page, or what is most of it, that loads when it is first shown: without it there is an error in its place. */
export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const part = renewed(load)
  return function LazyPage(props: Props) {
    const [Page] = useState(part)
    return <Page {...props} />
  }
}

/**
 * A part of a page that loads when it is first shown. Where it cannot be loaded the page stays as it is: a dialog counts as
 * closed, and that is said; anything else comes once there is a network again, or after a reload.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const part = renewed(load)
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(part)
    const [isMissing, setMissing] = useState(false)
    useEffect(() => {
      if (!isMissing) return
      const tryAgain = () => {
        setPart(part)
        setMissing(false)
      }
      addEventListener('online', tryAgain)
      return () => removeEventListener('online', tryAgain)
    }, [isMissing])
    const miss = () => {
      setMissing(true)
      const { onClose } = props as { onClose?: () => void }
      if (!onClose) return
      const reload = { label: 'Reload', onAction: () => location.reload() }
      toast(NOT_LOADED, { kind: 'error', action: navigator.onLine ? reload : undefined })
      onClose()
    }
    if (isMissing) return null
    return (
      <Missing onMiss={miss}>
        <Part {...props} />
      </Missing>
    )
  }
}

/** Catches that a part could not be loaded; other errors are for the page. */
class Missing extends Component<{ onMiss: () => void; children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof LoadError) this.props.onMiss()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if ((error as unknown) instanceof LoadError) return null
    throw error
  }
}
