import { Radio } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { streamMessages } from '../../../lib/messages/streams.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './BroadcastPage.module.css'
import { SOURCE_BUTTONS_ID } from './SourcePicker.tsx'
import type { Studio } from './studio.ts'

type StartButtonProps = Omit<ComponentProps<typeof Button>, 'variant' | 'icon'> & { studio: Studio }

/** Button that starts publishing. Without a source it moves the focus to the source buttons. */
export function StartButton({ studio, onClick, ...rest }: StartButtonProps) {
  const { source } = useStore(studio)
  const reasonId = useId()
  const focusSources = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(SOURCE_BUTTONS_ID)?.querySelector('button')?.focus()
  }
  return (
    <>
      <Button
        {...rest}
        variant="primary"
        icon={Radio}
        aria-describedby={source ? undefined : reasonId}
        onClick={source ? onClick : focusSources}
      />
      {!source && (
        <p id={reasonId} className={styles.note}>
          {streamMessages.sourceRequired}
        </p>
      )}
    </>
  )
}
