import { useIsMutating, useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import type { FileUpload } from '../uploads/send-file.ts'
import styles from './Files.module.css'

type FileUploadButtonProps = {
  name: string
  action: string
  accept: string
  send: (upload: FileUpload) => Promise<void>
  messageOf: (error: unknown) => string
  /** Buttons beside the one that picks. */
  children?: ReactNode
}

const MUTATION_KEY = ['edit-sketch', 'upload']

/** True while a file is uploaded. A page that is left cancels its uploads. */
export const useIsUploading = (): boolean => useIsMutating({ mutationKey: MUTATION_KEY }) > 0

/** Button that picks and uploads a file, with progress and errors. */
export function FileUploadButton({ name, action, accept, send, messageOf, children }: FileUploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const cancel = useRef<AbortController>(null)
  const [progress, setProgress] = useState<{ sent: number; bytes: number } | null>(null)
  const [problem, setProblem] = useState('')
  const { mutateAsync } = useMutation({ mutationKey: MUTATION_KEY, mutationFn: send })
  useEffect(() => () => cancel.current?.abort(), [])
  const start = async (file: File) => {
    const controller = new AbortController()
    cancel.current = controller
    setProblem('')
    setProgress({ sent: 0, bytes: file.size })
    try {
      await mutateAsync({
        file,
        onProgress: (sent) => setProgress({ sent, bytes: file.size }),
        signal: controller.signal,
      })
    } catch (error) {
      if (!controller.signal.aborted) setProblem(messageOf(error))
    } finally {
      setProgress(null)
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
      {progress ? (
        <>
          <Progress
            label={
              progress.sent < progress.bytes
                ? `Uploading, ${Math.floor((100 * progress.sent) / progress.bytes)}%`
                : 'Checking the file'
            }
            value={Math.min(progress.sent, progress.bytes)}
            max={progress.bytes}
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
