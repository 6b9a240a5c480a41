import { memo } from 'react'
import { AI_POLICY } from '../lib/messages/ai-policy.ts'
import { ABOUT_LINKS } from './about-links.ts'
import styles from './Footer.module.css'
import { PlaceLink } from './PlaceLink.tsx'

/** Links about the site, below every page that ends. Not rendered again by `Layout`. */
export const Footer = memo(function Footer() {
  return (
    <div className={styles.room}>
      <footer className={styles.footer}>
        <nav className={styles.links} aria-label="About">
          {ABOUT_LINKS.map(({ to, label }) => (
            <PlaceLink key={to} to={to}>
              {label}
            </PlaceLink>
          ))}
        </nav>
        <p className={styles.policy}>Sketches belong to the people who drew them. {AI_POLICY}</p>
      </footer>
    </div>
  )
})
