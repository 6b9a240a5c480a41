import '@fontsource-variable/commissioner/wght.css'
import '@fontsource-variable/piazzolla/wght.css'
import '@fontsource-variable/piazzolla/wght-italic.css'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { galleriesKey } from '../features/galleries/queries.ts'
import { persistOverReload, queryClient } from '../lib/query-client.ts'
import { createRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
persistOverReload(galleriesKey)
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
