import { setPreference, usePreference } from '../../lib/preferences.ts'
import { useUser } from '../../lib/session.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Modal } from '../../ui/Modal.tsx'
import styles from './ShortcutsDialog.module.css'
import { SHORTCUT_LIST } from './shortcut-list.ts'

/** Lists the shortcuts of each page; turns shortcuts and endless scrolling off in this browser (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isMember = Boolean(useUser())
  const isOff = usePreference('keys-off')
  const usesButton = usePreference('more-by-button')
  return (
    <Modal isOpen onClose={onClose} title="Keyboard and scrolling">
      <Checkbox checked={!isOff} onChange={({ target }) => setPreference('keys-off', !target.checked)}>
        Use keyboard shortcuts
      </Checkbox>
      <Checkbox
        checked={usesButton}
        hint="Galleries show a button at the end instead of loading more as you scroll."
        onChange={({ target }) => setPreference('more-by-button', target.checked)}
      >
        Use a “Load more” button
      </Checkbox>
      {SHORTCUT_LIST.map(({ where, keys }) => (
        <section key={where} className={styles.group}>
          <h3>{where}</h3>
          <dl>
            {keys
              .filter(({ membersOnly }) => isMember || !membersOnly)
              .map(({ keys: names, effect }) => (
                <div key={names} className={styles.row}>
                  <dt>
                    {names.split(' ').map((name, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: g g has the same key twice
                      <kbd key={index} className={styles.key}>
                        {name}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{effect}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
