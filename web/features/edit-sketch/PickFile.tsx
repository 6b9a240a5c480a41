import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import styles from './Files.module.css'

type PickFileProps = {
  name: string
  /** Label of the button: Add, Replace. */
  action: string
  accept: string
  send: (file: File, onProgress: (sentBytes: number) => void, signal: AbortSignal) => Promise<void>
  messageOf: (error: unknown) => string
  /** Buttons beside the one that picks. */
  children?: ReactNode
}

/** Button that picks and uploads a file, with progress and errors. */
export function PickFile({ name, action, accept, send, messageOf, children }: PickFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const cancel = useRef<AbortController>(null)
  const [way, setWay] = useState<{ sent: number; bytes: number } | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => () => cancel.current?.abort(), [])
  const start = async (file: File) => {
    const controller = new AbortController()
    cancel.current = controller
    setProblem('')
    setWay({ sent: 0, bytes: file.size })
    try {
      await send(file, (sent) => setWay({ sent, bytes: file.size }), controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) setProblem(messageOf(error))
    } finally {
      setWay(null)
    }
  }
  return (
    <div className={styles.pick}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={name}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void start(file)
        }}
      />
      {way ? (
        <>
          <Progress
            label={
              way.sent < way.bytes ? `Uploading, ${Math.floor((100 * way.sent) / way.bytes)}%` : 'Looking at the file'
            }
            value={Math.min(way.sent, way.bytes)}
            max={way.bytes}
          />
          <Button onClick={() => cancel.current?.abort()}>Cancel</Button>
        </>
      ) : (
        <>
          <Button icon={Upload} aria-label={`${action} ${name.toLowerCase()}`} onClick={() => input.current?.click()}>
            {action}
          </Button>
          {children}
        </>
      )}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  )
}
