//! Dragging a control point's image point: the mapping changes by its cardinal function times the way it was moved.

use std::rc::Rc;

use crate::control_points::Point;
use crate::error::{Code, KernelError};
use crate::mapping::Kind;
use crate::mesh::ViewMesh;
use crate::model::Model;

/// A running drag.
pub struct ValueDrag {
    start: Point,
    how: How,
}

enum How {
    /// Image points at the start, and the cardinal function, at the mesh's vertices.
    Linear { image_px: Vec<[f32; 2]>, cardinal: Vec<f32> },
    /// The model is not linear in its image points: fitted anew each time.
    Refit { model: Rc<Model>, index: usize },
}

impl ValueDrag {
    /// Begins to drag the image point of given pair `index` over `mesh`.
    pub fn new(model: &Rc<Model>, index: usize, mesh: &ViewMesh) -> Result<Self, Code> {
        let points = model.points();
        let (Some(&start), Some(&unique)) = (points.image.get(index), points.unique_of.get(index)) else {
            return Err(Code::BadArgument);
        };
        let how = if matches!(model.kind(), Kind::Helmert | Kind::Projective) {
            How::Refit { model: Rc::clone(model), index }
        } else {
            let cardinal = model.cardinal_values(unique, &mesh.positions())?;
            How::Linear { image_px: mesh.image_px.clone(), cardinal: cardinal.into_iter().map(|c| c as f32).collect() }
        };
        Ok(ValueDrag { start, how })
    }

    /// Writes the mesh's image points for the dragged point at `image`.
    pub fn move_to(&self, mesh: &mut ViewMesh, image: Point) -> Result<(), KernelError> {
        match &self.how {
            How::Linear { image_px, cardinal } => {
                if mesh.image_px.len() != image_px.len() {
                    return Err(Code::BadArgument.into());
                }
                let way = [(image[0] - self.start[0]) as f32, (image[1] - self.start[1]) as f32];
                for ((slot, old), phi) in mesh.image_px.iter_mut().zip(image_px).zip(cardinal) {
                    *slot = [old[0] + way[0] * phi, old[1] + way[1] * phi];
                }
            }
            How::Refit { model, index } => {
                let map = model.points().map[*index];
                let moved = model.with_point(*index, [image[0], image[1], map[0], map[1]])?;
                mesh.set_image(&moved);
            }
        }
        Ok(())
    }
}
