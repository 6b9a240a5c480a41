export type SeedDrawing = {
  svg: string
  width: number
  height: number
  title: string
  tags: string[]
  description: string
  alt: string
}
