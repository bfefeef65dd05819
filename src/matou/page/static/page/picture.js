// Turns drawings into PNG pictures to share, where no server does that.

/** @param {{ svg: string, size: [number, number], wrong?: string }} drawing @returns {Promise<Blob | null>} */
export async function png({ svg, size: [width, height] = [0, 0], wrong }) {
  if (wrong) return null;
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  } finally { URL.revokeObjectURL(address); }
}
