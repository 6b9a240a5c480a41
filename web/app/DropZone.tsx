import { ImagePlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { mayHavePictures } from '../features/uploads/dragged-pictures.ts'
import { handOffUpload } from '../features/uploads/upload-handoff.ts'
import { useFileDrop } from '../features/uploads/useFileDrop.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './DropZone.module.css'

const DROP_OPTIONS = { accepts: mayHavePictures, acceptsPaste: false }

/** Accepts pictures dropped on any page and opens the upload page with them; visitors are asked to log in there. */
export function DropZone({ isMember }: { isMember: boolean }) {
  const navigate = useNavigate()
  const isDragging = useFileDrop((files) => {
    if (isMember) handOffUpload(files)
    void navigate('/upload')
  }, DROP_OPTIONS)
  if (!isDragging) return null
  return (
    <div className={styles.overlay} role="status">
      <p className={styles.text}>
        <Icon of={ImagePlus} size={24} />
        {isMember ? 'Drop to upload' : 'Log in to upload'}
      </p>
    </div>
  )
}
