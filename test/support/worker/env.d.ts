declare global {
  namespace Cloudflare {
    interface Env {
      readonly SCHEMA: string[]
    }
    interface GlobalProps {
      mainModule: typeof import('../../../worker/index.ts')
    }
  }
}

export {}
