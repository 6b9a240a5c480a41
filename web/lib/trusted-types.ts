type Policy = { createHTML(html: string): string | null; createScriptURL(url: string): string | null }
type TrustedTypes = { readonly defaultPolicy: object | null; createPolicy(name: 'default', policy: Policy): object }

/**
 * Sets the page's only Trusted Types policy, in browsers that have them. Text becomes a script or worker if it is the
 * address of a file of the build, and never markup.
 */
export function setTrustedTypesPolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    // React Aria clears its announcements with it.
    createHTML: (html) => (html === '' ? html : null),
    createScriptURL: (url) => (isFileOfBuild(new URL(url, location.href)) ? url : null),
  })
}

const isFileOfBuild = ({ origin, pathname }: URL) => origin === location.origin && pathname.startsWith('/assets/')
