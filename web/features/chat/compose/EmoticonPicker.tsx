import { SmilePlus } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PopoverButton } from '../../../ui/Popover.tsx'
import { EMOTICONS, emoticonIcons } from './emoticons.ts'
import styles from './MessageForm.module.css'

export function EmoticonPicker({ onSelect }: { onSelect: (code: string) => void }) {
  return (
    <PopoverButton trigger={<IconButton icon={SmilePlus} aria-label="Emoticons" />} placement="top end">
      {(close) => (
        <div className={styles.emoticons}>
          {EMOTICONS.map(({ name, code }) => (
            <IconButton
              key={name}
              icon={emoticonIcons[name]}
              aria-label={name}
              onClick={() => {
                onSelect(code)
                close()
              }}
            />
          ))}
        </div>
      )}
    </PopoverButton>
  )
}
