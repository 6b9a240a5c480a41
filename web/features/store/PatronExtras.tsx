import { ChartLine, Expand, FileLock, Link2, Mail, Stamp } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './PatronExtras.module.css'

export type PatronExtrasProps = { host: string; nickname: string; year: string }

/** The extras of a patron, with the address and name of the member [1 §6]. */
export function PatronExtras({ host, nickname, year }: PatronExtrasProps) {
  const extras = [
    { icon: Link2, name: 'Your own web address', text: `${host}/your-name` },
    { icon: Stamp, name: 'Watermark name', text: 'On the pictures you choose' },
    { icon: FileLock, name: 'Private sketch files', text: 'The picture is public, the file stays yours' },
    { icon: ChartLine, name: 'Statistics', text: 'Hearts, views and comments by hour, day and month' },
    { icon: Mail, name: 'E-mail when someone writes', text: 'And when you have a new fan' },
    { icon: Expand, name: 'Synthesize sketch', text: 'A larger, seamless texture from a sketch of yours' },
  ]
  return (
    <div className={styles.extras}>
      <ul>
        {extras.map(({ icon, name, text }) => (
          <li key={name} className={styles.extra}>
            <Icon of={icon} />
            <span>
              <b className={styles.name}>{name}</b>
              <span className={styles.text}>{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <figure className={styles.example} aria-label="A picture with a watermark">
        <div className={styles.paper}>
          <svg viewBox="0 0 264 200" fill="none" strokeLinecap="round" aria-hidden="true" focusable="false">
            <path d="M84 78c4 46 18 64 48 64s44-18 48-64" stroke="var(--ink)" strokeWidth="2.4" />
            <path
              d="M84 78c22 12 74 12 96 0-22-12-74-12-96 0M180 90c26-6 28 30-6 34"
              stroke="var(--ink)"
              strokeWidth="2"
            />
            <path
              d="M62 152c40 14 100 14 140 0M110 54c-6-12 8-16 2-30M140 54c-6-12 8-16 2-30"
              stroke="var(--accent)"
              strokeWidth="1.4"
            />
          </svg>
          <span className={styles.watermark}>{`Copyright (c) ${year} ${nickname}`}</span>
        </div>
        <figcaption className={styles.text}>{`With the watermark name ${nickname}`}</figcaption>
      </figure>
    </div>
  )
}
