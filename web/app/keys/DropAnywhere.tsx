import { ImagePlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { carry } from '../../features/uploads/carried.ts'
import { bringsPictures } from '../../features/uploads/drag.ts'
import { useFileDrop } from '../../features/uploads/useFileDrop.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './DropAnywhere.module.css'

const PICTURES = { takes: bringsPictures, pastes: false }

/** Pictures dropped on any page lead to the upload page, which has them in its list; visitors are asked to log in there. */
export function DropAnywhere({ isMember }: { isMember: boolean }) {
  const navigate = useNavigate()
  const dragging = useFileDrop((files) => {
    if (isMember) carry(files)
    void navigate('/upload')
  }, PICTURES)
  if (!dragging) return null
  return (
    <div className={styles.over} role="status">
      <p className={styles.words}>
        <Icon of={ImagePlus} size={24} />
        {isMember ? 'Drop to upload' : 'Log in to upload'}
      </p>
    </div>
  )
}
