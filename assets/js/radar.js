// A chart as a PNG, drawn by the browser from the chart's SVG, twice as large. Without it the buttons stay hidden.

for (const button of document.querySelectorAll("button[data-png]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const image = new Image();
    image.src = button.dataset.png ?? "";
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      if (blob === null) return;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = "nis2-radar.png";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
    }, "image/png");
  });
}
