/** Apart from the writer, so that whoever names the type does not load the library. */
export const PDF_TYPE = "application/pdf";
