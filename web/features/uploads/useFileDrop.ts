import { useEffect, useRef, useState } from 'react'

const hasFiles = (transfer: DataTransfer) => transfer.types.includes('Files')

type FileDropOptions = { accepts?: (transfer: DataTransfer) => boolean; acceptsPaste?: boolean }

/** Accepts files dropped anywhere on the page, or pasted; true while files are dragged over it. */
export function useFileDrop(
  onFiles: (files: File[]) => void,
  { accepts = hasFiles, acceptsPaste = true }: FileDropOptions = {},
): boolean {
  const [isDragging, setDragging] = useState(false)
  const onDrop = useRef(onFiles)
  onDrop.current = onFiles
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer || !accepts(event.dataTransfer)) return
      event.preventDefault()
      setDragging(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !accepts(event.dataTransfer)) return
      event.preventDefault()
      setDragging(false)
      onDrop.current([...event.dataTransfer.files])
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) onDrop.current(files)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    if (acceptsPaste) document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [accepts, acceptsPaste])
  return isDragging
}
