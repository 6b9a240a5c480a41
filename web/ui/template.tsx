import type { ReactNode } from 'react'

/**
 * A placeholder of a first-paint template, which the site fills with escaped text (worker/middleware/site-page.ts).
 * Usable as text and in attributes.
 */
export const slot = (name: string): string => `{{${name}}}`

/** Markup of a first-paint template that the site repeats for each item of a list, or leaves out without one. */
export function Each({ of, children }: { of: string; children: ReactNode }) {
  return (
    <>
      {`{{#${of}}}`}
      {children}
      {`{{/${of}}}`}
    </>
  )
}

/** Markup of a first-paint template for an empty list or a missing value. */
export function Without({ of, children }: { of: string; children: ReactNode }) {
  return (
    <>
      {`{{^${of}}}`}
      {children}
      {`{{/${of}}}`}
    </>
  )
}

/** Controls of a first paint, which do nothing before the application starts: neither focus nor press reaches them. */
export function Idle({ children }: { children: ReactNode }) {
  return <div inert>{children}</div>
}
