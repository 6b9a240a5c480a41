import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import type { FileUpload } from '../uploads/send-file.ts'
import styles from './Files.module.css'

type PickFileProps = {
  name: string
  /** What the button says: Add, Replace. */
  action: string
  accept: string
  send: (upload: FileUpload) => Promise<void>
  messageOf: (error: unknown) => string
  /** Further buttons, beside the one that picks. */
  children?: ReactNode
}

/** A button that picks a file, sends it at once, and shows how far it is or what went wrong. */
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
      await send({
        file,
        onProgress: (sent) => setWay({ sent, bytes: file.size }),
        signal: controller.signal,
      })
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
