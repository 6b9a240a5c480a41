import { choose, useChoice } from '../../lib/choices.ts'
import { useUser } from '../../lib/session.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Modal } from '../../ui/Modal.tsx'
import styles from './KeySheet.module.css'
import { KEY_NAMES } from './key-names.ts'

/** The keys of each page, and what of them and of scrolling one does without in this browser (WCAG 2.1.4). */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const isMember = Boolean(useUser())
  const isOff = useChoice('keys-off')
  const byButton = useChoice('more-by-button')
  return (
    <Modal isOpen onClose={onClose} title="Keys and scrolling">
      <Checkbox checked={!isOff} onChange={({ target }) => choose('keys-off', !target.checked)}>
        Use keys
      </Checkbox>
      <Checkbox
        checked={byButton}
        hint="Galleries end in a button instead of going on by themselves."
        onChange={({ target }) => choose('more-by-button', target.checked)}
      >
        Load more by a button
      </Checkbox>
      {KEY_NAMES.map(({ where, keys }) => (
        <section key={where} className={styles.group}>
          <h3>{where}</h3>
          <dl className={styles.keys}>
            {keys
              .filter(({ ofMember }) => isMember || !ofMember)
              .map(({ keys: names, does }) => (
                <div key={names} className={styles.row}>
                  <dt>
                    {names.split(' ').map((name, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: g g has the same key twice
                      <kbd key={index} className={styles.key}>
                        {name}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
