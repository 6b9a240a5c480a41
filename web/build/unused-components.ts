import type { Plugin } from 'vite'

/**
 * Lets the bundler leave out components of the router that nothing uses: it keeps what a module writes names on, and
 * calls of which it does not know that they only make something.
 */
export function unusedComponents(): Plugin {
  return {
    name: 'unused-components',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.m?js$/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/= (?=React\S*\.(forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ '),
    },
  }
}
